/** What jsdom lacks of a browser, and the end of what a page has begun. Test files share one document. */
import NProgress from 'nprogress';

window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { matches: false, media }) as unknown as MediaQueryList;
/** Nothing is ever near the screen: there is none. */
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

type Begin = (work: TimerHandler, milliseconds?: number, ...given: unknown[]) => number;
const timers = new Set<number>();
for (const name of ['setTimeout', 'setInterval'] as const) {
  const begin = Reflect.get(window, name) as Begin;
  const kept: Begin = (...given) => {
    const timer = begin(...given);
    timers.add(timer);
    return timer;
  };
  Reflect.set(window, name, Object.assign(kept, begin));
}

const attributes = [...document.documentElement.attributes].map(({ name, value }) => [name, value] as const);

/** Leaves an empty document, an empty storage and no timer behind. */
export function clearPage(): void {
  for (const timer of timers) window.clearTimeout(timer);
  timers.clear();
  NProgress.remove();
  NProgress.status = null;
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
