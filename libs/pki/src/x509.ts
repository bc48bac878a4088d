// The writing side's ASN.1 library. Its dependency injection wants the polyfill loaded first, so import it only from
// here.
import 'reflect-metadata'

export * from '@peculiar/x509'
