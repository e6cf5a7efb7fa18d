import type { FeedPage } from '../../../src/portal/contract/console-feeds.ts';
import { PortalError, type PostBody, postBytes, postPortal } from '../api.ts';
import { showIntake } from '../console-shop/shop-queries.ts';

/**
 * Sends a file in pieces, one after the other, and shows how far it is. Goes on while other pages of the portal are
 * looked at. Throws what made it fail; the server then forgets the file, if it can be reached.
 */
export async function uploadFeed(file: File, { pieceBytesMax }: FeedPage): Promise<void> {
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
