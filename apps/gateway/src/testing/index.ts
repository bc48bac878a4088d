export { CLIENT_ID, type SignInProvider, startSignInProvider } from './sign-in-provider.ts'
