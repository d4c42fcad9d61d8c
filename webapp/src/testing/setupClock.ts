import { beforeEach } from 'vitest';
import { startClock } from './clock';

startClock();
beforeEach(startClock);
