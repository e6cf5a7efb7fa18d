import { connect, createServer, type Socket } from 'node:net';
import { listenOn } from './server-process.ts';
import type { Cleanup } from './temp-dir.ts';

/** What happens to bytes on their way. */
type Fault =
  | 'none'
  /** Connections break, and new ones break at once. */
  | 'cut'
  /** Connections stay open, new ones are accepted, and nothing gets through. */
  | 'hang'
  /** Everything arrives `delayMs` later, in each direction. */
  | 'slow';

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

/** Starts a TCP proxy in front of ports of this machine that goes wrong as it is told; it ends with the test. */
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
    /**
     * Leads to other ports from now on, as an address does that moves to another machine: open connections break. Each new one
     * goes to any of the ports.
     */
    leadTo(...next: readonly number[]) {
      targets = next;
      breakAll();
    },
    /** From now on, for connections that are open as well. After `hang`, what was held back goes on its way. */
    set(next: Fault, nextDelayMs = delayMs) {
      fault = next;
      delayMs = nextDelayMs;
      if (fault === 'cut') breakAll();
      if (fault === 'none') for (const sendHeld of forwardHeld) sendHeld();
    },
  };
}
