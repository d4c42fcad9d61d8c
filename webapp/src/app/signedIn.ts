/** The code that every signed-in person needs, in one file. */
export * from '@/lib/auth/signedIn';
export { endAuthentication } from '@/lib/authentication/status';
export { IdleWatcher } from '@/features/idle/IdleWatcher';
export { LoadingPage } from './pages/LoadingPage';
export { HeaderTools } from './shell/HeaderTools';
export { MainNavigation } from './shell/MainNavigation';
export { PersonMenu } from './shell/PersonMenu';
export * from './start/guards';
export { Readiness } from './start/Readiness';
