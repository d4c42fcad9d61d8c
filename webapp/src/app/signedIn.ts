/** The code that every signed-in person needs, in one file. */
export * from '@/lib/auth/signedIn';
export { IdleWatcher } from '@/features/idle/IdleWatcher';
export { SignedInTools } from './shell/SignedInTools';
