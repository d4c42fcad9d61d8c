/** The portal's logo: a saguaro in front of a low sun. */
export function SaguaroMark({ className = '' }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <circle className="mark__sun" cx="24" cy="24" r="22" />
      <path
        className="mark__saguaro"
        d="M24 8.5a4 4 0 0 0-4 4v13.2h-2.2a2.3 2.3 0 0 1-2.3-2.3v-3.9a2.5 2.5 0 0 0-5 0v4.6a6.6 6.6 0 0 0 6.6 6.6H20V45.6a22 22 0 0 0 8 0V26.7h2.9a6.6 6.6 0 0 0 6.6-6.6v-3.6a2.5 2.5 0 0 0-5 0v2.9a2.3 2.3 0 0 1-2.3 2.3H28v-9.2a4 4 0 0 0-4-4z"
      />
    </svg>
  );
}
