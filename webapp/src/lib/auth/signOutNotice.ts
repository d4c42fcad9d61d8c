import { tabStorage } from '../storage/storage';

const key = 'saguaro.signedOut';

/** Stores a notice in this tab for the page after a sign-out that the person asked for. */
export function storeSignOutNotice(): void {
  tabStorage.setItem(key, 'asked');
}

/** Returns true once after the person signed out in this tab. */
export function takeSignOutNotice(): boolean {
  const isLeft = tabStorage.getItem(key) === 'asked';
  tabStorage.removeItem(key);
  return isLeft;
}
