/** A saguaro at dusk: decoration of the landing page. */
export function DesertScene() {
  return (
    <svg className="art" viewBox="0 0 480 320" aria-hidden="true" focusable="false">
      <rect fill="var(--art-sky)" width="480" height="320" />
      <circle fill="var(--art-sun)" cx="330" cy="150" r="62" />
      <path fill="var(--art-far)" d="M0 214l62-58h54l30 22h44l34-34h50l24 28h52l40-22h60l30 26v144H0z" />
      <path fill="var(--art-shade)" d="M0 246l70-24 90 16 80-22 100 24 74-20 66 22v78H0z" />
      <path fill="var(--art-night)" d="M0 278c80-18 150-14 240-6s170 2 240-8v56H0z" />
      <path
        fill="var(--art-plant)"
        d="M150 74a13 13 0 0 0-26 0v92h-14a9 9 0 0 1-9-9v-31a9 9 0 0 0-18 0v31a27 27 0 0 0 27 27h14v92a13 13 0 0 0 26 0v-66h16a27 27 0 0 0 27-27v-47a9 9 0 0 0-18 0v47a9 9 0 0 1-9 9h-16z"
      />
      <path
        fill="var(--art-bright)"
        d="M402 186a6 6 0 0 0-12 0v34h-6a4 4 0 0 1-4-4v-12a4 4 0 0 0-8 0v12a12 12 0 0 0 12 12h6v36h12v-48h6a12 12 0 0 0 12-12v-14a4 4 0 0 0-8 0v14a4 4 0 0 1-4 4h-6z"
      />
    </svg>
  );
}
