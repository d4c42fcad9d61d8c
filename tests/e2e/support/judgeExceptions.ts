interface Exception {
  judge: 'IBM Equal Access' | 'HTML_CodeSniffer' | 'W3C Nu HTML checker';
  rule: string;
  /** Matches the start tags of the elements. */
  element: RegExp;
  /** The only state with such elements, for what its made-up answers bring about. */
  state?: string;
  /** Is there for some seconds, so that a run may miss it. */
  isBrief?: true;
  /** Why it is no fault. */
  reason: string;
}

/** Findings of the judges that are no faults of the pages. An exception that matches nothing fails the test. */
export const exceptions: readonly Exception[] = [
  {
    judge: 'IBM Equal Access',
    rule: 'aria_content_in_landmark',
    element: /^<a href="#main" class="usa-skipnav">/,
    reason: 'The skip link stands before all landmarks, because it is the first thing that Tab reaches.',
  },
  {
    judge: 'IBM Equal Access',
    rule: 'element_tabbable_role_valid',
    element: /^<span tabindex="0" class="focus-trap">/,
    reason: 'The two ends of an open panel pass the focus on at once. Nobody can stay or press a key there.',
  },
  {
    judge: 'IBM Equal Access',
    rule: 'element_tabbable_role_valid',
    element: /^<li [^>]*data-swipe-out=/,
    isBrief: true,
    reason: 'A toast takes the focus so that people with a keyboard reach its buttons before it goes.',
  },
  {
    judge: 'IBM Equal Access',
    rule: 'label_name_visible',
    element: /^<button aria-label="(English|Español)" .*class="[^"]*language-switch"/,
    reason: 'On phones the button shows “EN” or “ES”, with which its name begins.',
  },
  {
    judge: 'IBM Equal Access',
    rule: 'input_label_before',
    element: /^<input type="file"/,
    reason: 'The input is not drawn: people see its label, which looks like a button.',
  },
  {
    judge: 'IBM Equal Access',
    rule: 'aria_article_label_unique',
    element: /class="card address-card /,
    state: 'address book: long names',
    reason: 'The state has two addresses with one name. Who gives two addresses the same name hears it twice.',
  },
  {
    judge: 'IBM Equal Access',
    rule: 'aria_article_label_unique',
    element: /class="card application-item /,
    reason: 'Two applications of one business can have the same form. Their texts tell them apart.',
  },
  {
    judge: 'HTML_CodeSniffer',
    rule: '1_3_5.H98',
    element: /^<input (?![^>]*\btype=)/,
    reason: 'An input without a type takes text; the engine expects a type that is written down.',
  },
  {
    judge: 'HTML_CodeSniffer',
    rule: '2_4_1.G1,G123,G124.NoSuchID',
    element: /^<a href="#(answer|document)-/,
    state: 'businesses and applications: review, refused',
    reason: 'The link opens the step of the form that has the field, and then the field takes the focus.',
  },
  {
    judge: 'HTML_CodeSniffer',
    rule: '3_2_2.H32.2',
    element: /^<form [^>]*role="search"/,
    reason: 'Results follow what somebody types; Enter leads to them, and nothing is left to send.',
  },
  {
    judge: 'W3C Nu HTML checker',
    rule: 'The “…” role is unnecessary for element “…”.',
    element: /^<(table|thead|tbody|tr|th|td)[ >]/,
    reason: 'On phones the rows are drawn as cards, and Safari then forgets that they are rows of a table.',
  },
  {
    judge: 'W3C Nu HTML checker',
    rule: 'The “…” attribute must not be used on a “…” element which has a “…” ancestor with no “…” attribute, or with a “…” attribute whose value is “…”, “…”, or “…”.',
    element: /^<(tr|th|td) [^>]*role="(row|columnheader|rowheader|cell)"/,
    reason: 'The same: each role is the one that the element has in a browser that does not forget it.',
  },
];
