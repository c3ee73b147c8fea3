// The finder of the page "Which test, when": five questions, each with the answers that the table still allows. The rows stand in #clf-rows.
const COUNTS = [[2, 'two'], [10, '3 to 20'], [50, '21 to 100'], [200, '101 or more']];
const QUESTIONS = [
  { key: 'count', words: 'How many algorithms?', fits: (row, value) => row.least <= value && value <= (row.most ?? Infinity), of: rows => COUNTS.filter(([n]) => rows.some(row => row.least <= n && n <= (row.most ?? Infinity))) },
  { key: 'datasets', words: 'On how many data sets?' }, { key: 'design', words: 'How were the values made?' },
  { key: 'rows', words: 'What is known?' }, { key: 'control', words: 'All pairs, or all against one?' }];

function answers(question, rows) {
  return question.of ? question.of(rows) : [...new Map(rows.map(row => [row[question.key], row[`${question.key}_words`]]))];
}

function start(place) {
  const { rows } = JSON.parse(document.getElementById('clf-rows').textContent), result = document.createElement('div');
  const boxes = QUESTIONS.map(question => {
    const label = document.createElement('label'), box = document.createElement('select');
    label.append(Object.assign(document.createElement('span'), { textContent: question.words }), box);
    place.append(label);
    box.addEventListener('change', ask);
    return box;
  });
  result.setAttribute('aria-live', 'polite');
  result.className = 'clf-chosen';
  place.append(result);
  function ask() {
    let left = rows;
    QUESTIONS.forEach((question, i) => {
      const box = boxes[i], before = box.value, offered = answers(question, left).filter(([value]) => value !== 'any');
      box.replaceChildren(...(offered.length ? offered : [['any', 'it does not matter']]).map(([value, words]) => new Option(words, value)));
      if ([...box.options].some(each => each.value === before)) box.value = before;
      box.disabled = box.options.length < 2;
      const fits = question.fits ?? ((row, value) => row[question.key] === 'any' || row[question.key] === value);
      left = left.filter(row => fits(row, question.of ? Number(box.value) : box.value));
    });
    result.innerHTML = left[0].answer;
  }
  ask();
}

for (const place of document.querySelectorAll('.clf-choose')) start(place);
