interface CoverProps {
  readonly src: string;
  /** Empty when the title stands beside it. */
  readonly alt?: string;
  readonly className?: string;
  /** Pictures on the first screen are loaded at once, others when they come near. */
  readonly eager?: boolean;
}

/** A book's cover: the only loud thing on a page. Its box has the shape of a book before the picture is there. */
export function Cover({ src, alt = '', className = '', eager = false }: CoverProps) {
  return (
    <div className={`flex aspect-[2/3] items-end ${className}`}>
      <img
        src={src}
        alt={alt}
        width={200}
        height={300}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        className="max-h-full w-full rounded-[2px] object-contain object-bottom shadow-cover"
      />
    </div>
  );
}
