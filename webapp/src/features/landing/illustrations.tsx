/** The pictures of the slides, drawn for this portal. Their colors are the roles named --art in the style sheets. */

/** A shop on a desert main street. */
export function ShopScene() {
  return (
    <svg className="art" viewBox="0 0 480 320" aria-hidden="true" focusable="false">
      <path fill="var(--art-sky)" d="M0 0h480v320H0z" />
      <circle fill="var(--art-sun)" cx="392" cy="92" r="44" />
      <path fill="var(--art-far)" d="M0 206l58-60h60l34 34h60l44-50h58l30 40h52l40-24h44v114H0z" />
      <path fill="var(--art-ground)" d="M0 262h480v58H0z" />
      <path fill="var(--art-sky)" d="M196 262h88l44 58H152z" />
      <path fill="var(--art-wall)" d="M120 128h240v134H120z" />
      <path fill="var(--art-shade)" d="M110 112h260v20H110z" />
      <path fill="var(--art-plant)" d="M180 84h120v30H180z" />
      <path fill="var(--art-wall)" d="M198 94h84v4h-84zm14 8h56v4h-56z" />
      <path fill="var(--art-glass)" d="M138 178h84v58h-84zM278 178h64v84h-64z" />
      <path fill="var(--art-wall)" d="M178 178h4v58h-4zM138 205h84v4h-84z" />
      <path fill="var(--art-line)" d="M286 220h5v14h-5z" />
      <path
        fill="var(--art-bright)"
        d="M116 138h248l14 32a15 15 0 0 1-30 0 15 15 0 0 1-30 0 15 15 0 0 1-30 0 15 15 0 0 1-32 0 15 15 0 0 1-32 0 15 15 0 0 1-30 0 15 15 0 0 1-30 0 15 15 0 0 1-30 0 15 15 0 0 1-32 0z"
      />
      <path
        fill="var(--art-wall)"
        d="M168 138h28l-2 32a15 15 0 0 1-30 0zM226 138h28v32a15 15 0 0 1-30 0zM284 138h28l6 32a15 15 0 0 1-30 0z"
      />
      <path
        fill="var(--art-plant)"
        d="M424 172a11 11 0 0 0-22 0v60h-9a7 7 0 0 1-7-7v-20a7 7 0 0 0-14 0v20a21 21 0 0 0 21 21h9v42h22v-66h10a21 21 0 0 0 21-21v-22a7 7 0 0 0-14 0v22a7 7 0 0 1-7 7h-10z"
      />
    </svg>
  );
}

/** A pickup on the open road between the buttes. */
export function RoadScene() {
  return (
    <svg className="art" viewBox="0 0 480 320" aria-hidden="true" focusable="false">
      <path fill="var(--art-sky)" d="M0 0h480v320H0z" />
      <circle fill="var(--art-sun)" cx="104" cy="112" r="50" />
      <path
        fill="var(--art-far)"
        d="M0 196l24-8 12-58h66l10 54 40 12 86 4 14-84h26l6-24h40l8 26h22l14 78 112 8v40H0z"
      />
      <path fill="var(--art-ground)" d="M0 212c110-14 220-12 480-4v112H0z" />
      <path fill="var(--art-night)" d="M0 262h480v44H0z" />
      <path
        fill="var(--art-wall)"
        d="M14 281h52v6H14zm100 0h52v6h-52zm100 0h52v6h-52zm100 0h52v6h-52zm100 0h52v6h-52z"
      />
      <path
        fill="var(--art-bright)"
        d="M126 234c0-9 6-14 15-15l23-3 26-34c4-5 9-8 16-8h56c8 0 14 6 14 14v28h84c8 0 14 6 14 14v30c0 6-4 10-10 10H136c-6 0-10-4-10-10z"
      />
      <path fill="var(--art-glass)" d="M184 214l18-24c2-3 4-4 7-4h16v28zM234 186h24c3 0 5 2 5 5v23h-29z" />
      <path fill="var(--art-shade)" d="M126 250h248v8H126zM282 210h86v7h-86z" />
      <path fill="var(--art-wall)" d="M127 232h14v9h-14zM362 232h12v12h-12z" />
      <circle fill="var(--art-night)" cx="180" cy="268" r="25" />
      <circle fill="var(--art-night)" cx="322" cy="268" r="25" />
      <circle fill="var(--art-wall)" cx="180" cy="268" r="10" />
      <circle fill="var(--art-wall)" cx="322" cy="268" r="10" />
    </svg>
  );
}
