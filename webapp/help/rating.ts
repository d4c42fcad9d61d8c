/** Shows the rating of a help page. Without scripts it stays hidden. */
export function offerRating(rating: HTMLElement): void {
  const { page, thanks, failed } = rating.dataset;
  const buttons = [...rating.querySelectorAll('button')];
  const status = rating.querySelector('[role=status]');
  const setBusy = (isBusy: boolean) => {
    for (const button of buttons) button.setAttribute('aria-disabled', String(isBusy));
  };

  async function rate(isHelpful: boolean): Promise<void> {
    setBusy(true);
    status?.replaceChildren();
    try {
      const { ok } = await fetch('/api/pageratings', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ page, isHelpful }),
      });
      if (!ok) throw new Error('refused');
      status?.replaceChildren(thanks ?? '');
    } catch {
      setBusy(false);
      status?.replaceChildren(failed ?? '');
    }
  }

  for (const button of buttons) {
    button.addEventListener('click', () => {
      if (button.getAttribute('aria-disabled') !== 'true') void rate(button.value === 'yes');
    });
  }
  rating.hidden = false;
}

for (const rating of document.querySelectorAll<HTMLElement>('.rating')) offerRating(rating);
