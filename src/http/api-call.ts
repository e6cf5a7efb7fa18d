import type { IncomingHttpHeaders } from 'node:http';
import type { Caller, QuotaState, Ticket } from '../gate/gate.ts';
import type { Body } from './body/ready-body.ts';
import type { ErrorCode } from './errors.ts';

/** Names and values in turn, names in lower case. */
export type HeaderList = readonly string[];

/** A call of the public API, and what is known of it by now. */
export interface ApiCall {
  /** Operation id of the endpoint. */
  readonly endpoint: string;
  /** Path and query as they were sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** On the monotonic clock. */
  readonly startedMs: number;
  /** Set by the gate for calls that it admits. */
  caller: Caller | null;
  /** Set by the gate as soon as it knows the account, even if it refuses the call; 0 before. */
  accountId: number;
  quota: QuotaState | null;
  /** Null also for calls that don't count. */
  ticket: Ticket | null;
  /** Error code of the answer, empty on success. */
  errorCode: ErrorCode | '';
}

/** A whole response. */
export interface ApiAnswer {
  readonly status: number;
  /** Of this answer alone; names and values in turn. */
  readonly headers: string[];
  readonly body: Body;
}
