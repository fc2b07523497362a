/** Returns the problem code of a field error. resolveReading stores the code as the `type` of the error. */
export function problemCode<Code extends string>(error: { type?: unknown }): Code {
  return error.type as Code;
}
