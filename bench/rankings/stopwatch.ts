import { systemClock } from '../../src/clock.ts';

export interface Measured {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Adds up the time of the stretches that it runs, by the clock and by the processor. */
export class Stopwatch implements Measured {
  wallMs = 0;
  cpuMs = 0;

  run<T>(work: () => T): T {
    const stop = this.#start();
    const result = work();
    stop();
    return result;
  }

  async runAsync<T>(work: () => Promise<T>): Promise<T> {
    const stop = this.#start();
    const result = await work();
    stop();
    return result;
  }

  add({ wallMs, cpuMs }: Measured): void {
    this.wallMs += wallMs;
    this.cpuMs += cpuMs;
  }

  #start(): () => void {
    const cpu = process.cpuUsage();
    const startMs = systemClock.monotonicMs();
    return () => {
      const { user, system } = process.cpuUsage(cpu);
      this.add({ wallMs: systemClock.monotonicMs() - startMs, cpuMs: (user + system) / 1000 });
    };
  }
}
