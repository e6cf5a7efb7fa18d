import { useState } from 'react';

interface CoverProps {
  readonly itemId: number;
  readonly src: string;
  /** Empty when the title stands beside it. */
  readonly alt?: string;
  readonly className?: string;
  /** Load it at once, for pictures on the first screen; others load when they come near. */
  readonly eager?: boolean;
}

/**
 * A book's cover: the only colourful thing on a page. Its box has the shape of a book before the picture loads. Shops host
 * pictures elsewhere; if one can't be loaded, the server's drawn cover takes its place.
 */
export function Cover({ itemId, src, alt = '', className = '', eager = false }: CoverProps) {
  const [missing, setMissing] = useState('');
  return (
    <div className={`flex aspect-[2/3] items-end ${className}`}>
      <img
        src={src === missing ? `/images/substitute/cover/${itemId}.svg` : src}
        alt={alt}
        width={200}
        height={300}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        onError={() => setMissing(src)}
        className="max-h-full w-full rounded-[2px] object-contain object-bottom shadow-cover"
      />
    </div>
  );
}
