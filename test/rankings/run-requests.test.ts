import { createRunRequests } from '../../src/rankings/run-requests.ts';
import { runRequestsContract } from '../contracts/rankings/run-requests-contract.ts';

runRequestsContract('memory', createRunRequests);
