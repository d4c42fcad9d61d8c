import { format } from 'node:util';
import { expect } from 'vitest';

/** Console errors and warnings of the running test. React reports equal keys, unknown props and bad nesting there. */
let complaints: string[] = [];

/** Records every console error and warning, beside printing it. A test that expects one replaces the method. */
export function listenForComplaints(): void {
  for (const method of ['error', 'warn'] as const) {
    const print = console[method].bind(console);
    console[method] = (...parts: unknown[]) => {
      complaints.push(format(...parts));
      print(...parts);
    };
  }
}

/** Fails the test in which something was written to the console as an error or warning. */
export function expectNoComplaint(): void {
  const found = complaints;
  complaints = [];
  expect(found.join('\n'), 'console errors and warnings').toBe('');
}
