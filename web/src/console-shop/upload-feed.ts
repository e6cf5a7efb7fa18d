import type { FeedPage, IntakeView, NewFeed } from '../../../src/portal/console-shop-contract.ts';
import { postBytes, postPortal } from '../api.ts';
import { showIntake } from './shop-queries.ts';

/**
 * Sends a file in pieces, one after the other, and shows how far it is. Goes on while other pages of the portal are
 * looked at. Throws PortalError; what the server has of the file then stays until somebody stops it.
 */
export async function uploadFeed(file: File, { pieceBytesMax }: FeedPage): Promise<void> {
  const body: NewFeed = { name: file.name, bytes: file.size };
  let intake = await postPortal<IntakeView>('/console/feed/begin', body);
  showIntake(intake);
  while (intake.stage === 'uploading') {
    const { intakeId, receivedBytes: offset } = intake;
    const piece = file.slice(offset, offset + pieceBytesMax);
    intake = await postBytes<IntakeView>('/console/feed/piece', { intakeId, offset }, piece);
    showIntake(intake);
  }
}
