import { CancelledError } from '@/lib/api/errors';

interface Job {
  id: string;
  start: () => void;
  giveUp: () => void;
}

/**
 * The order in which cards ask for their data: what is on the screen or close to it goes first, the rest follows with
 * fewer requests at a time, so that scrolling never waits for it.
 */
export class CardQueue {
  readonly #limit: number;
  readonly #limitOfOthers: number;
  readonly #near = new Set<string>();
  #waiting: Job[] = [];
  #running = 0;

  constructor(limit: number, limitOfOthers: number) {
    this.#limit = limit;
    this.#limitOfOthers = limitOfOthers;
  }

  /** Runs the work when it is its turn. Throws `CancelledError` when it was given up before. */
  run<T>(id: string, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const start = () => {
        this.#running += 1;
        void work()
          .then(resolve, reject)
          .finally(() => {
            this.#running -= 1;
            this.#next();
          });
      };
      this.#waiting.push({ id, start, giveUp: () => reject(new CancelledError()) });
      this.#next();
    });
  }

  /** Tells whether what the id names can be seen, or soon will be. */
  setNear(id: string, isNear: boolean): void {
    if (isNear) this.#near.add(id);
    else this.#near.delete(id);
    this.#next();
  }

  /** Gives up what has not begun. */
  clear(): void {
    const jobs = this.#waiting;
    this.#waiting = [];
    for (const { giveUp } of jobs) giveUp();
  }

  #next(): void {
    while (this.#running < this.#limit) {
      const isOfOthers = this.#running < this.#limitOfOthers;
      const next = this.#waiting.find(({ id }) => this.#near.has(id)) ?? (isOfOthers && this.#waiting[0]);
      if (!next) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      next.start();
    }
  }
}
