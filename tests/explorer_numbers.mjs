// Calls functions of an explorer's module: {"module": path, "calls": [[name, argument, ...], ...]} comes in, a list of results goes out.
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';

const { module, calls } = JSON.parse(fs.readFileSync(0, 'utf8'));
const made = await import(pathToFileURL(module));
const told = (key, value) => (typeof value === 'number' && !Number.isFinite(value) ? String(value) : value); // NaN, Infinity
process.stdout.write(JSON.stringify(calls.map(([name, ...given]) => made[name](...given)), told));
