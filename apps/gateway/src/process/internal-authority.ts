import { LOOK_MS, openOperatorCertificate, type ServicePorts } from '@wardline/service-kit'

/** The authority that issued the certificates of the services' internal listeners. */
export interface InternalAuthority {
  pem(): string
  /** Loads it if its file has changed. */
  reload(): Promise<void>
  close(): void
}

/** Watches the file. Undefined without one: the system's authorities are trusted then. @throws Error for an unusable file. */
export async function openInternalAuthority(
  ports: Pick<ServicePorts, 'clock' | 'metrics' | 'alarms' | 'log'>,
  file: string | undefined,
  onChanged: (pem: string) => void,
): Promise<InternalAuthority | undefined> {
  if (file === undefined) return undefined
  const watched = await openOperatorCertificate({ ...ports, name: 'internal_authority', certFile: file })
  let trusted = (await watched.look()).cert
  const look = async (atOnce: boolean): Promise<void> => {
    const { cert } = await watched.look(atOnce)
    if (cert === trusted) return
    trusted = cert
    onChanged(cert)
  }
  const timer = setInterval(() => void look(false), LOOK_MS).unref()
  return { pem: () => trusted, reload: () => look(true), close: () => clearInterval(timer) }
}
