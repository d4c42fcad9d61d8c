/**
 * Runs tasks side by side, as many as there are slots for.
 *
 * @param {number} slots how many processor cores there are to fill
 * @param {{ width: number, run: () => Promise<T> }[]} tasks `width` is the number of slots that a task takes; one
 *   wider than all slots runs alone
 * @returns {Promise<T[]>} the results in the order of the tasks; rejects with the first rejection, when no task runs
 *   any more
 * @template T
 */
export async function inSlots(slots, tasks) {
  const results = new Array(tasks.length);
  const waiting = tasks.map((task, index) => ({ ...task, index, width: Math.min(task.width, slots) }));
  const running = new Set();
  const failures = [];
  let free = slots;

  const start = (task) => {
    free -= task.width;
    const ended = task.run().then(
      (result) => { results[task.index] = result; },
      (error) => { failures.push(error); },
    ).finally(() => {
      free += task.width;
      running.delete(ended);
    });
    running.add(ended);
  };

  while (waiting.length > 0 || running.size > 0) {
    // The first in line goes first; what is behind it may use only the slots that it cannot.
    let next;
    while (failures.length === 0 && (next = waiting.findIndex(({ width }) => width <= free)) !== -1) {
      start(waiting.splice(next, 1)[0]);
    }
    if (failures.length > 0) waiting.length = 0;
    if (running.size > 0) await Promise.race(running);
  }
  if (failures.length > 0) throw failures[0];
  return results;
}
