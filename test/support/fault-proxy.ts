import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listenOn } from './server-process.ts';
import type { Cleanup } from './temp-dir.ts';

type Fault =
  | 'none'
  /** Connections break, also new ones. */
  | 'cut'
  /** Connections stay open, and nothing gets through. */
  | 'hang'
  /** Everything arrives `delayMs` later, in each direction. */
  | 'slow';

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

/** A TCP proxy in front of ports of this machine, with faults. */
export async function startFaultProxy(t: Cleanup, ...ports: number[]) {
  let targets: readonly number[] = ports;
  let fault: Fault = 'none';
  let delayMs = 100;
  const sockets = new Set<Socket>();
  const forwardHeld = new Set<() => void>();

  function forward(from: Socket, to: Socket): void {
    const held: Buffer[] = [];
    const sendHeld = () => {
      for (const bytes of held.splice(0)) to.write(bytes);
    };
    forwardHeld.add(sendHeld);
    sockets.add(from);
    from.on('error', () => {});
    from.on('data', (bytes: Buffer) => {
      if (fault === 'hang') held.push(bytes);
      else if (fault === 'slow') setTimeout(() => to.writable && to.write(bytes), delayMs);
      else to.write(bytes);
    });
    from.on('close', () => {
      sockets.delete(from);
      forwardHeld.delete(sendHeld);
      to.destroy();
    });
  }

  const server = createServer((client) => {
    if (fault === 'cut') {
      client.resetAndDestroy();
      return;
    }
    const target = connect(targets[Math.floor(Math.random() * targets.length)] ?? 0, '127.0.0.1');
    forward(client, target);
    forward(target, client);
  });
  const port = await listenOn(server);
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  t.after(() => {
    breakAll();
    server.close();
  });
  return {
    port,
    /** The next attempt to connect, whatever becomes of it. */
    nextConnection: () => once(server, 'connection'),
    /** Breaks open connections. Each new one goes to any of these ports. */
    leadTo(...next: readonly number[]) {
      targets = next;
      breakAll();
    },
    /** Holds for open connections as well. After `hang`, the held bytes go on. */
    set(next: Fault, nextDelayMs = delayMs) {
      fault = next;
      delayMs = nextDelayMs;
      if (fault === 'cut') breakAll();
      if (fault === 'none') for (const sendHeld of forwardHeld) sendHeld();
    },
  };
}
