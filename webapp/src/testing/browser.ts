/** Adds browser features that jsdom lacks, and cleans up after a page. Test files share one document. */

window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { matches: false, media }) as unknown as MediaQueryList;
/** Reports no intersections, because there is no screen. */
class NoIntersections {
  observe = () => undefined;
  unobserve = () => undefined;
}
Object.assign(window, { IntersectionObserver: NoIntersections });
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
  },
});

type Begin = (work: () => void, milliseconds?: number, ...given: unknown[]) => NodeJS.Timeout;

/** The time that a test waits for the page. */
export const waitLimit = 5_000;
const step = 50;

/**
 * Counts a limit in steps: a busy machine runs each step late, and so gives the page as many turns as an idle one does.
 */
function startInSteps(begin: Begin, work: () => void, milliseconds: number): NodeJS.Timeout {
  let left = milliseconds / step;
  const timer = begin(() => {
    left -= 1;
    if (left > 0) timer.refresh();
    else work();
  }, step);
  return timer;
}

const timers = new Set<NodeJS.Timeout>();
for (const name of ['setTimeout', 'setInterval'] as const) {
  const begin = Reflect.get(window, name) as unknown as Begin;
  const beginTracked: Begin = (work, milliseconds, ...given) => {
    // The name of the function with which Testing Library ends its wait.
    const isEndOfWait = milliseconds === waitLimit && work.name === 'handleTimeout';
    const timer = isEndOfWait ? startInSteps(begin, work, milliseconds) : begin(work, milliseconds, ...given);
    timers.add(timer);
    return timer;
  };
  Reflect.set(window, name, Object.assign(beginTracked, begin));
}

const attributes = [...document.documentElement.attributes].map(({ name, value }) => [name, value] as const);

/** Resets the document, the storages and the timers. */
export function clearPage(): void {
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
  for (const { name } of [...document.documentElement.attributes])
    document.documentElement.removeAttribute(name);
  for (const [name, value] of attributes) document.documentElement.setAttribute(name, value);
  document.head.replaceChildren();
  document.body.replaceChildren();
  window.history.replaceState(null, '', '/');
  localStorage.clear();
  sessionStorage.clear();
  document.cookie = 'XSRF-TOKEN=; max-age=0';
}
