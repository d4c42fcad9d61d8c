import { createStore } from '../store';

/** The numbers of the specification, in percent and milliseconds. */
const minimumPercent = 8;
const maximumPercent = 100;
const speed = 200;
const stepTime = 300;

/** A request with this header shows no progress bar; the header itself is never sent. */
export const ignoreProgressBar = 'ignoreProgressBar';

/** Returns the next step of the bar in percent: smaller toward the end, and 0 from 99 on. */
export function getStep(percent: number): number {
  if (percent < 20) return 10;
  if (percent < 50) return 4;
  if (percent < 80) return 2;
  if (percent < 99) return 0.5;
  return 0;
}

/** Returns the bar of the page, and creates it if necessary. It is decorative; loading parts announce themselves. */
function getProgressBar(): { progress: HTMLElement; bar: HTMLElement } {
  const existing = document.getElementById('nprogress');
  if (existing?.firstElementChild instanceof HTMLElement)
    return { progress: existing, bar: existing.firstElementChild };
  const progress = document.createElement('div');
  progress.id = 'nprogress';
  progress.className = 'progress';
  progress.setAttribute('aria-hidden', 'true');
  const bar = document.createElement('div');
  bar.className = 'progress__bar';
  progress.append(bar);
  document.body.append(progress);
  return { progress, bar };
}

interface ProgressState {
  inFlight: number;
  percent: number;
  steps: ReturnType<typeof setInterval> | undefined;
  fading: ReturnType<typeof setTimeout> | undefined;
}

const progress = createStore<ProgressState>(
  () => ({ inFlight: 0, percent: 0, steps: undefined, fading: undefined }),
  ({ steps, fading }) => {
    clearInterval(steps);
    clearTimeout(fading);
    document.getElementById('nprogress')?.remove();
  },
);

function show(state: ProgressState, percent: number): void {
  state.percent = percent;
  clearTimeout(state.fading);
  const { progress, bar } = getProgressBar();
  progress.style.transition = 'none';
  progress.style.opacity = '1';
  // The browser has to draw the start of the bar first, or it jumps.
  bar.getBoundingClientRect();
  bar.style.transition = `transform ${speed}ms`;
  bar.style.transform = `translate3d(${percent - maximumPercent}%,0,0)`;
  if (percent < maximumPercent) return;
  state.fading = setTimeout(() => {
    progress.style.transition = `opacity ${speed}ms linear`;
    progress.style.opacity = '0';
    state.fading = setTimeout(() => progress.remove(), speed);
  }, speed);
}

/** Starts the progress bar and returns a function that ends it. The bar runs until every caller has ended it. */
export function beginProgress(): () => void {
  const state = progress.current();
  state.inFlight += 1;
  if (state.inFlight === 1) {
    show(state, minimumPercent);
    state.steps = setInterval(() => {
      const step = getStep(state.percent);
      if (step > 0) show(state, state.percent + step);
    }, stepTime);
  }
  let hasEnded = false;
  return () => {
    if (hasEnded) return;
    hasEnded = true;
    state.inFlight -= 1;
    if (state.inFlight > 0) return;
    clearInterval(state.steps);
    show(state, maximumPercent);
  };
}

/** Runs the work with the progress bar, and ends the bar also after a failure. */
export async function runWithProgress<T>(work: () => Promise<T>): Promise<T> {
  const end = beginProgress();
  try {
    return await work();
  } finally {
    end();
  }
}

/** Returns the headers to send, and true if the request shows no progress bar. */
export function splitProgressHeader(headers: Record<string, string>): {
  isIgnored: boolean;
  sent: Record<string, string>;
} {
  const isProgressHeader = (name: string) => name.toLowerCase() === ignoreProgressBar.toLowerCase();
  const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => !isProgressHeader(name)));
  return { isIgnored: Object.keys(headers).some(isProgressHeader), sent };
}
