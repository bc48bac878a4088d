export { CLIENT_ID, type SignInProvider, startSignInProvider } from './sign-in-provider.ts'
export { createWalkingBrowser, type WalkingBrowser } from './walking-browser.ts'
