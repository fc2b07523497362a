import { z } from 'zod';
import { isStorable, unstorableMessage } from './storable-text';

/**
 * A text that a user or an app enters. Every text field of a command and of a request body is made from it, because
 * PostgreSQL refuses the other texts. An emoji that a program cut in half is such a text.
 */
export const Text = z.string().refine(isStorable, unstorableMessage);
