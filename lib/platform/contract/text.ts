import { z } from 'zod';
import { isStorable, unstorableMessage } from './storable-text';

/**
 * Schema of a text that a user or an app enters. Every text field of an input uses this schema. The schema refuses
 * texts that PostgreSQL cannot store, such as an emoji that a program has cut in half.
 */
export const Text = z.string().refine(isStorable, unstorableMessage);
