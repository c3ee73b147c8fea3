// For pages without a kernel, as a plain script: draws every <div class="clf-explorer" data-explorer="name"> that carries its state.
// The explorer itself is the same text that JupyterLab loads; it is fetched from beside this file, or stands in the page already.
(() => {
  const folder = (document.currentScript?.src || '').replace(/[^/]*$/, ''), wanted = {};

  function plainModel(state) { // what an explorer needs of anywidget's model
    const heard = {};
    return {
      get: key => state[key],
      set(key, value) { state[key] = value; (heard[`change:${key}`] || []).forEach(listener => listener()); },
      save_changes() {},
      on(event, listener) { (heard[event] ||= []).push(listener); },
      off(event, listener) { heard[event] = (heard[event] || []).filter(each => each !== listener); },
    };
  }

  function loaded(name) {
    const ready = () => globalThis.clfExplorers?.[name];
    if (ready()) return Promise.resolve(ready());
    return wanted[name] ||= new Promise((done, failed) => {
      const script = document.createElement('script');
      script.onload = () => done(ready());
      script.onerror = failed;
      script.src = `${folder}${name}.js`;
      document.head.append(script);
    });
  }

  async function start(box) {
    const state = JSON.parse(box.querySelector('script[type="application/json"]').textContent), explorer = await loaded(box.dataset.explorer);
    const el = document.createElement('div');
    box.append(el);
    explorer.render({ model: plainModel(state), el });
    box.querySelector('.clf-fallback')?.remove();
  }

  const all = () => document.querySelectorAll('.clf-explorer').forEach(start);
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', all); else all();
})();
