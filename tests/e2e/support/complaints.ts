import type { BrowserContext } from '@playwright/test';

/** Lines that the browser writes by itself, and which name no error of the page. */
const notErrors = [
  // A response of 400 and above, or none. Tests provoke many, and assert what the page then shows; an error that the
  // page does not handle has a line of its own.
  /^Failed to load resource/,
  // The machine needed seconds to start the page.
  /was preloaded using link preload but not used within a few seconds/,
];

/** Records the uncaught errors, unhandled rejections, and console errors and warnings of all pages of a context. */
export function listenForComplaints(context: BrowserContext, complaints: string[]): void {
  context.on('weberror', (event) => complaints.push(String(event.error())));
  context.on('console', (message) => {
    const isComplaint = ['error', 'warning'].includes(message.type()) && !notErrors.some((line) => line.test(message.text()));
    if (isComplaint) complaints.push(message.text());
  });
}
