import { parentPort, workerData } from 'node:worker_threads';
import type { CardThreadData } from '../src/covers/card-queue.ts';
import { drawPreviewCard } from '../src/covers/preview-card.ts';
import { workBehindAnswers } from './background.ts';

/** The entry point of the threads that createCardQueue starts. */
workBehindAnswers();
const { card, assets }: CardThreadData = workerData;
parentPort?.postMessage(await drawPreviewCard(card, assets));
