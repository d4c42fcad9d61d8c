type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The longest wait for the controls of a page to return. */
const waitMilliseconds = 20_000;

const isControl = (element: Element): element is Control => element.matches('input, select, textarea');
const isSwitch = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

/** Returns true for a control whose caret a script can place, which excludes numbers and email addresses. */
const isText = (control: Control): control is HTMLInputElement | HTMLTextAreaElement =>
  !(control instanceof HTMLSelectElement) && control.selectionStart !== null;

/** Returns true for a control in which a person types or chooses. The browser lets no script choose a file. */
const isTypingControl = (element: Element): element is Control =>
  isControl(element) && !element.matches('[type=file], [type=hidden], [readonly], :disabled');

/** Returns the label of a control, also of one that is no longer on the page. */
function getLabel(control: Control): string {
  const root = control.getRootNode() as Document | Element;
  const byId = control.id ? root.querySelector(`label[for="${CSS.escape(control.id)}"]`) : null;
  const label = control.getAttribute('aria-label') ?? (byId ?? control.closest('label'))?.textContent ?? '';
  return label.replace(/\s+/g, ' ').trim();
}

const isSameKind = (one: Control, other: Control) =>
  one.type === other.type && (!isSwitch(one) || one.value === other.value);

/** Finds the replacement of a control: by its id, its name, or its label. */
function findSuccessor(before: Control): Control | undefined {
  const controls = [...document.querySelectorAll('input, select, textarea')]
    .filter(isTypingControl)
    .filter((one) => isSameKind(one, before));
  const label = getLabel(before);
  return (
    controls.find(({ id }) => id !== '' && id === before.id) ??
    controls.find(({ name }) => name !== '' && name === before.name) ??
    controls.find((control) => label !== '' && getLabel(control) === label)
  );
}

/** Changes the value as a person does: React listens to the event, and ignores a value that its own setter set. */
function enterValue(control: Control, value: string): void {
  const prototype: unknown = Object.getPrototypeOf(control);
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value);
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  );
}

/** Restores one control and returns true, or returns false while the page does not show it. */
function restore(before: Control, hadFocus: boolean): boolean {
  const control = findSuccessor(before);
  if (!control) return false;
  if (
    control instanceof HTMLSelectElement &&
    ![...control.options].some(({ value }) => value === before.value)
  )
    return false;
  if (isSwitch(control)) {
    if (control.checked !== (before as HTMLInputElement).checked) control.click();
  } else if (control.value !== before.value) enterValue(control, before.value);
  // The heading of a page takes the focus when it is drawn; a field that got the focus meanwhile keeps it.
  if (!hadFocus || (document.activeElement && isTypingControl(document.activeElement))) return true;
  control.focus();
  if (isText(control) && isText(before))
    control.setSelectionRange(before.selectionStart, before.selectionEnd);
  return true;
}

/**
 * Restores the text of lost controls as soon as the page shows them again: a page may read data first, and a choice may
 * show further questions. Stops when another page opens.
 *
 * @param before the former controls of the page
 * @param focused the control that had the focus
 */
export function restoreTyped(before: readonly Element[], focused: Element | null): void {
  const { pathname } = window.location;
  let left = before.filter((element) => !element.isConnected).filter(isTypingControl);

  function restoreNext(): void {
    if (window.location.pathname !== pathname) left = [];
    left = left.filter((control) => !restore(control, control === focused));
    if (left.length === 0) end();
  }

  function end(): void {
    observer.disconnect();
    clearTimeout(timer);
  }

  const observer = new MutationObserver(restoreNext);
  const timer = setTimeout(end, waitMilliseconds);
  observer.observe(document.body, { childList: true, subtree: true });
  restoreNext();
}
