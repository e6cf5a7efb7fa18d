// What makes pages livelier. Everything works without it, by forms and links.

/** Elements with data-live="SECONDS" are fetched again while the page is in sight; their ids find them. */
async function refreshLive() {
  if (document.querySelector('[data-live]') === null) return;
  const response = await fetch(location.href, { headers: { Accept: 'text/html' } }).catch(() => null);
  document.documentElement.toggleAttribute('data-offline', response === null);
  if (response === null || !response.ok || response.redirected) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const place of document.querySelectorAll('[data-live]')) swap(place, page);
}

/** Puts the element of the same id in place of one, unless somebody is busy in it. */
function swap(place, page) {
  const next = page.getElementById(place.id);
  if (next === null) return location.reload();
  if (place.contains(document.activeElement) || place.innerHTML === next.innerHTML) return;
  const open = new Set(
    [...place.querySelectorAll('details[open]')].map((one) => one.firstElementChild.textContent),
  );
  for (const one of next.querySelectorAll('details'))
    one.open ||= open.has(one.firstElementChild.textContent);
  place.replaceWith(next);
}

const live = [...document.querySelectorAll('[data-live]')].map((place) => Number(place.dataset.live));
if (live.length > 0) {
  setInterval(() => document.visibilityState === 'visible' && refreshLive(), Math.min(...live) * 1000);
}

/** A form with data-preview="ID" shows in that element what its page would, a moment after each change. */
for (const form of document.querySelectorAll('form[data-preview]')) {
  if (form.method === 'get') form.querySelector('button').hidden = true;
  let timer;
  let latest = 0;
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => preview(form, ++latest, () => latest), 250);
  });
}

async function preview(form, mine, latest) {
  const fields = new URLSearchParams(new FormData(form));
  const isPost = form.method === 'post';
  if (isPost) fields.set('form', form.dataset.previewForm ?? '');
  const response = isPost
    ? await fetch(form.action, { method: 'POST', body: fields }).catch(() => null)
    : await fetch(`${form.action.split('?')[0]}?${fields}`).catch(() => null);
  if (response === null || mine !== latest()) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const place = document.getElementById(form.dataset.preview);
  const next = page.getElementById(form.dataset.preview);
  if (place !== null && next !== null) place.replaceChildren(...next.childNodes);
}

/** Copies what stands before the button. */
for (const button of document.querySelectorAll('[data-copy]')) button.hidden = false;
document.addEventListener('click', async (event) => {
  const button = event.target.closest?.('[data-copy]');
  if (button === null || button === undefined) return;
  await navigator.clipboard.writeText(button.parentElement.querySelector('code').textContent);
  const words = button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => {
    button.textContent = words;
  }, 2000);
});

/** A form with a file says how far it is. Its answer takes the place of the page, where the next form gets the same file. */
let file = null;
document.addEventListener('submit', (event) => {
  const form = event.target;
  const chosen = form.querySelector('input[type=file]')?.files[0];
  if (event.defaultPrevented || chosen === undefined) return;
  event.preventDefault();
  if (form.dataset.sent === 'yes') return;
  form.dataset.sent = 'yes';
  file = chosen;
  upload(form, event.submitter);
});

/** The beginning of a table is enough to show its columns. */
const HEAD_BYTES = 1024 * 1024;

function upload(form, button) {
  const fields = new FormData(form);
  if (button?.dataset.head !== undefined && /\.(csv|tsv|txt)$/i.test(file.name))
    fields.set('file', file.slice(0, HEAD_BYTES), file.name);
  const place = form.querySelector('.progress');
  const [words, bar] = place.children;
  place.hidden = false;
  const request = new XMLHttpRequest();
  request.upload.onprogress = ({ loaded, total }) => {
    bar.value = loaded / total;
  };
  request.upload.onload = () => {
    words.textContent = place.dataset.sent;
    bar.removeAttribute('value');
  };
  request.onerror = () => {
    delete form.dataset.sent;
    words.textContent = place.dataset.failed;
    bar.hidden = true;
  };
  request.onload = () => showAnswer(request);
  request.open('POST', button?.formAction ?? form.action);
  request.send(fields);
}

function showAnswer({ responseText, responseURL }) {
  const page = new DOMParser().parseFromString(responseText, 'text/html');
  const main = page.querySelector('main');
  document.title = page.title;
  const wanted = ['#flash', '[autofocus]', 'h1'].map((one) => main.querySelector(one));
  const next = wanted.find((one) => one !== null);
  // The browser would say that it can't focus what comes later.
  for (const one of main.querySelectorAll('[autofocus]')) one.removeAttribute('autofocus');
  if (!responseURL.includes('?')) history.replaceState(null, '', responseURL);
  document.querySelector('main').replaceWith(main);
  const kept = new DataTransfer();
  kept.items.add(file);
  for (const input of main.querySelectorAll('input[type=file]')) input.files = kept.files;
  if (next.tabIndex < 0) next.tabIndex = -1;
  next.focus();
  scrollTo(0, 0);
}

/** A second press while the first is under way would do it twice. */
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== 'post') return;
  if (form.dataset.sent === 'yes') event.preventDefault();
  form.dataset.sent = 'yes';
});
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('[data-sent]')) delete form.dataset.sent;
});

/** The menu of small screens closes by Escape, and when somebody leaves it. */
const menu = document.querySelector('.menu');
menu.parentElement.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !menu.open) return;
  menu.open = false;
  menu.querySelector('summary').focus();
});
menu.parentElement.addEventListener('focusout', ({ relatedTarget }) => {
  if (relatedTarget !== null && !menu.parentElement.contains(relatedTarget)) menu.open = false;
});

/** A form with data-fragment="FIELD" sends what follows # in the address, which then leaves the address and the history. */
const entrance = document.querySelector('form[data-fragment]');
if (entrance !== null && location.hash.length > 1) {
  entrance.elements[entrance.dataset.fragment].value = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  entrance.requestSubmit();
}

/** `/` goes to the search box of the page. */
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input, textarea, select, [contenteditable]') !== null) return;
  const box = document.querySelector('input[type=search]');
  if (box === null) return;
  event.preventDefault();
  box.focus();
  box.select();
});

/** Suggestions for the search box: options of its datalist, fetched a moment after each key. */
for (const place of document.querySelectorAll('[data-suggest]')) {
  const box = place.querySelector('input[type=search]');
  const options = place.querySelector('datalist');
  let timer;
  box.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const query = box.value;
      const response = await fetch(`${place.dataset.suggest}?${new URLSearchParams({ query })}`).catch(
        () => null,
      );
      if (response?.ok && box.value === query) options.innerHTML = await response.text();
    }, 150);
  });
}

/** The same language of code on every page, once it was chosen. */
const showPrograms = (name) => {
  for (const input of document.querySelectorAll('[data-switch] input'))
    if (input.value === name) input.checked = true;
};
const chosen = localStorage.getItem('code');
if (chosen !== null) showPrograms(chosen);
document.addEventListener('change', ({ target }) => {
  if (!target.matches?.('[data-switch] input')) return;
  localStorage.setItem('code', target.value);
  showPrograms(target.value);
});

/** Rows of links that scroll begin where the open page is, and so do long contents. */
for (const row of document.querySelectorAll('nav.scroll')) {
  const open = row.querySelector('[aria-current]');
  if (open) row.scrollLeft = open.offsetLeft - (row.clientWidth - open.offsetWidth) / 2;
}

const here = document.querySelector('aside [aria-current]');
const contents = here?.closest('aside');
if (here && contents && here.offsetTop > contents.clientHeight - 60)
  contents.scrollTop = here.offsetTop - contents.clientHeight / 2;

/** A cover that can't be fetched gives way to a drawn one, also where it failed before this file came. */
function draw(image) {
  image.src = image.dataset.drawn;
  delete image.dataset.drawn;
}
document.addEventListener('error', ({ target }) => target.matches?.('img[data-drawn]') && draw(target), true);
for (const image of document.querySelectorAll('img[data-drawn]'))
  if (image.complete && image.naturalWidth === 0) draw(image);
