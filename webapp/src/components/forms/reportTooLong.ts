/** Shows at an input that its text is too long, as the browser shows what is wrong; false when it is not. */
export function reportTooLong(id: string, text: string, maxLength: number, message: string): boolean {
  const input = document.getElementById(id) as HTMLInputElement;
  input.setCustomValidity(Array.from(text.trim()).length > maxLength ? message : '');
  return !input.reportValidity();
}
