import { createContext, useContext } from 'react'
import type { Api } from './client.ts'

const ApiContext = createContext<Api | undefined>(undefined)

export const ApiProvider = ApiContext.Provider

/** The client of the REST API. */
export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('no API client in this tree')
  return api
}
