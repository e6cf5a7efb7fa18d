/** An open book, as in the operator's default logo, but in the colours of the page. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width={26} height={26} aria-hidden="true" className="shrink-0">
      <path d="M14.6 8.6C11.6 6.6 7 6 2.5 6.3v18.4c4.5-.3 9.1.3 12.1 2.3z" className="fill-ink" />
      <path d="M17.4 8.6C20.4 6.6 25 6 29.5 6.3v18.4c-4.5-.3-9.1.3-12.1 2.3z" className="fill-mark" />
    </svg>
  );
}
