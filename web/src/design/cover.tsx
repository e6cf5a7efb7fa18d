import { useState } from 'react';

interface CoverProps {
  readonly itemId: number;
  readonly src: string;
  /** Empty when the title stands beside it. */
  readonly alt?: string;
  readonly className?: string;
  /** Pictures on the first screen are loaded at once, others when they come near. */
  readonly eager?: boolean;
}

/**
 * A book's cover: the only loud thing on a page. Its box has the shape of a book before the picture is there. Shops keep
 * pictures elsewhere; one that does not come gives way to the cover that the server draws.
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
