import { connect, createServer, type Socket } from 'node:net';
import { listenOn } from './server-process.ts';
import type { Cleanup } from './temp-dir.ts';

/** What happens to bytes on their way. */
export type Fault =
  | 'none'
  /** Connections break, and new ones break at once. */
  | 'cut'
  /** Connections stay open, new ones are accepted, and nothing gets through. */
  | 'hang'
  /** Everything arrives `delayMs` later, in each direction. */
  | 'slow';

/** A TCP proxy on loopback that goes wrong as it is told. */
export interface FaultProxy {
  readonly port: number;
  /**
   * From now on, for connections that are open as well. After `hang`, what was held back goes on its way. `delayMs` is that of
   * `slow`, from now on.
   */
  set(fault: Fault, delayMs?: number): void;
  /**
   * Leads to other ports from now on, as an address does that moves to another machine: open connections break. Each new one
   * goes to any of the ports.
   */
  leadTo(...ports: number[]): void;
}

const DELAY_MS = 100;

/** Starts the proxy in front of ports of this machine; it ends with the test. */
export async function startFaultProxy(t: Cleanup, ...ports: number[]): Promise<FaultProxy> {
  let targets = ports;
  let fault: Fault = 'none';
  let delayMs = DELAY_MS;
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
    leadTo(...next) {
      targets = next;
      breakAll();
    },
    set(next, nextDelayMs = delayMs) {
      fault = next;
      delayMs = nextDelayMs;
      if (fault === 'cut') breakAll();
      if (fault === 'none') for (const sendHeld of forwardHeld) sendHeld();
    },
  };
}
