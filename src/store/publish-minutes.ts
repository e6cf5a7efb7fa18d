import type { CallMinutes, MinuteCalls } from '../gate/call-minutes.ts';

/** Minutes that this process tells others. */
export interface MinutePublisher extends Pick<CallMinutes, 'publish'> {
  /** Writes a last time, and leaves out what fails. */
  close(): Promise<void>;
}

/** Writes the `told` ones of the process's minutes every `everyMs`, unless nothing has changed. */
export function createMinutePublisher(
  everyMs: number,
  told: (own: readonly MinuteCalls[]) => readonly MinuteCalls[],
  write: (minutes: readonly MinuteCalls[]) => void | Promise<void>,
): MinutePublisher {
  let minutesNow: () => readonly MinuteCalls[] = () => [];
  let written = '';
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function writeChanged(): Promise<void> {
    const minutes = told(minutesNow()).filter(
      ({ fine, limited, refused, failed }) => fine + limited + refused + failed > 0,
    );
    const text = JSON.stringify(minutes);
    if (minutes.length === 0 || text === written) return;
    try {
      await write(minutes);
      written = text;
    } catch {
      // The next time writes the same and more; a chart needn't be complete.
    }
  }

  const writeNext = () => {
    writing = writing.then(writeChanged);
    return writing;
  };
  return {
    publish(own) {
      minutesNow = own;
      timer ??= setInterval(writeNext, everyMs).unref();
    },
    async close() {
      clearInterval(timer);
      await writeNext();
    },
  };
}
