/** Returns the problem's code of a field error. resolveReading writes it, so it is one of the codes of the reading. */
export function problemCode<Code extends string>(error: { type?: unknown }): Code {
  return error.type as Code;
}
