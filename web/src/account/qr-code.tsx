import { encode } from 'uqr';

/** Modules of white around the code, without which readers do not find it. */
const MARGIN = 4;

/** A QR code as one path: no styles and no images, so that nothing of the page's policy has to give way. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 0 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : '')))
    .join('');
  const side = size + 2 * MARGIN;
  return (
    <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} className="size-48 bg-white">
      <path d={path} fill="black" />
    </svg>
  );
}
