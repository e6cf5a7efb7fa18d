import { PortalError } from '../failures.ts';

/** The catalogue can't be written for a while. */
export function busyWithImport(): PortalError {
  const detail = {
    en: 'A feed is being taken in: nothing was changed. Try again when it is done.',
    ko: '피드를 가져오는 중이라 바꾸지 못했습니다. 끝난 뒤에 다시 시도해 주세요.',
  };
  return new PortalError('BUSY', { detail });
}
