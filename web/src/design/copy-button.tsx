import { useTranslations } from 'use-intl';
import { useToast } from './toast.tsx';

interface CopyButtonProps {
  readonly text: string;
  /** Says what is copied, if "copy" alone isn't clear. */
  readonly label?: string | undefined;
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const t = useTranslations('frame');
  const toast = useToast();
  const copy = async () => toast(t((await copyText(text)) ? 'copied' : 'copyFailed'));
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={label}
      className="min-h-8 shrink-0 rounded-sm border border-line bg-raised px-3 text-xs font-semibold text-ink hover:border-ink"
    >
      {t('copy')}
    </button>
  );
}

/** Browsers offer the clipboard only over https and on loopback; elsewhere, copy a selection. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
