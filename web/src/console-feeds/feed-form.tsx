import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { FeedPage } from '../../../src/portal/contract/console-feeds.ts';
import { failureText, PortalError, type PostBody, postBytes, postPortal } from '../api.ts';
import { showIntake } from '../console-shop/shop-queries.ts';
import { Button } from '../design/button.tsx';
import { FileField } from '../design/field.tsx';
import { useBytes } from './use-bytes.ts';

interface FeedFormProps {
  readonly page: FeedPage;
  /** Told what made an upload fail, empty when one begins. */
  readonly onFault: (fault: string) => void;
}

/** Chooses a file and sends it. */
export function FeedForm({ page, onFault }: FeedFormProps) {
  const t = useTranslations('consoleShop.feeds');
  const words = useTranslations('account');
  const bytes = useBytes();
  const form = useForm<{ files: FileList | null }>({ defaultValues: { files: null } });
  const { errors, isSubmitting } = form.formState;
  const size = bytes(page.bytesMax);
  const submit = form.handleSubmit(async ({ files }) => {
    const file = files?.[0];
    if (file === undefined) return;
    onFault('');
    try {
      await uploadFeed(file, page);
    } catch (error) {
      onFault(failureText(error) || words('failed'));
    }
  });
  const check = (files: FileList | null) => {
    const file = files?.[0];
    if (file === undefined) return t('required');
    if (file.size === 0) return t('empty');
    return file.size <= page.bytesMax || t('tooLarge', { size });
  };
  return (
    <form onSubmit={submit} noValidate className="max-w-xl space-y-5">
      <FileField
        label={t('file')}
        hint={t('fileHint', { size })}
        accept=".csv,.tsv,.txt,.xlsx,.xml,.onix,.jsonl,.ndjson,.json,.gz"
        error={errors.files?.message}
        {...form.register('files', { validate: check })}
      />
      <Button type="submit" kind="primary" busy={isSubmitting}>
        {t('submit')}
      </Button>
    </form>
  );
}

/**
 * Sends a file in pieces, one after the other, and shows how far it is. Goes on while other pages of the portal are
 * looked at. Throws what made it fail; the server then forgets the file, if it can be reached.
 */
async function uploadFeed(file: File, { pieceBytesMax }: FeedPage): Promise<void> {
  let intake = await postPortal('/console/feed/begin', { name: file.name, bytes: file.size });
  showIntake(intake);
  while (intake.stage === 'uploading') {
    const { intakeId, receivedBytes: offset } = intake;
    const piece = file.slice(offset, offset + pieceBytesMax);
    try {
      intake = await postBytes('/console/feed/piece', { intakeId, offset }, piece);
    } catch (error) {
      // Somebody has stopped it, which the page shows already.
      if (error instanceof PortalError && error.failure.code === 'STALE') return;
      await forget({ intakeId });
      throw error;
    }
    showIntake(intake);
  }
}

async function forget(choice: PostBody<'/console/feed/cancel'>): Promise<void> {
  try {
    showIntake(await postPortal('/console/feed/cancel', choice));
  } catch {
    // Without the server nothing can be shown but what the caller tells.
  }
}
