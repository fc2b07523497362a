import { isPortFree } from './free-port';
import { portHolder } from './port-holder';

/**
 * Throws if a port of localhost is in use. The error names the program that uses the port, and the command that chooses
 * another port.
 *
 * @param port `variable`: the environment variable that sets the port; `command`: the command that the user typed
 */
export async function requirePort({ port, variable, command }: PortRequest): Promise<void> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`${variable} is not a port (1 to 65535): ${port}`);
  }
  if (await isPortFree(port)) return;
  const holder = (await portHolder(port)) ?? 'another program';
  throw new Error(
    `Port ${port} is taken by ${holder}.\nEnd it, or choose another: ${variable}=${port + 1} ${command}`,
  );
}

interface PortRequest {
  port: number;
  variable: 'PORT' | 'SANDBOX_PORT';
  command: string;
}
