import { format } from 'node:util';
import { expect } from 'vitest';

/** Console errors and warnings of the running test. React reports equal keys, unknown props and bad nesting there. */
let complaints: string[] = [];

/** Records every console error and warning, beside printing it. A test that expects one replaces the method. */
export function listenForComplaints(): void {
  for (const method of ['error', 'warn'] as const) {
    const print = console[method].bind(console);
    console[method] = (...parts: unknown[]) => {
      const text = format(...parts);
      // The fake server reports a request without an answer here; the page sees it as a failed one.
      if (!text.startsWith('[MSW]')) complaints.push(text);
      print(...parts);
    };
  }
}

/** Fails the test in which something was written to the console as an error or warning. */
export function expectNoComplaint(): void {
  const found = complaints;
  complaints = [];
  expect(found, 'console errors and warnings').toEqual([]);
}
