// Who may do what, on whose things: one entry per route of the contracts, and permissions.test.ts tries them all. A route
// without an entry fails there. Being refused means 401 without a live session and 403 with one.
import type { Caller } from './test-server.ts';
import { testPassword } from './test-server.ts';
import { everybody, signedIn, type Scene, type Who } from './permission-scene.ts';

interface Call {
  /** For the path's :id or other parameters. */
  id?: number | string;
  body?: unknown;
}

interface Rule {
  /** Whose thing it is about; tells two rules of one route apart. */
  on?: string;
  allows: readonly Who[];
  call?: (scene: Scene, caller: Caller) => Call | Promise<Call>;
  /** What an allowed caller is answered, when it is not the route's own status: what cannot be staged here. */
  answers?: readonly number[];
  /** The call changes who the caller is or whether they are signed in: each try has a caller of its own. */
  fresh?: true;
  /** These callers, though let in, must not be shown the first company's things; all others let in must be. */
  hiddenFrom?: readonly Who[];
}

const admin: readonly Who[] = ['admin'];
/** Those who act for the first company. */
const company: readonly Who[] = ['supplier', 'admin'];
const suppliers: readonly Who[] = ['supplier', 'stranger', 'admin'];
const nothing = 999_999;

const newPhone = (scene: Scene) => `0733${String(scene.unique()).padStart(6, '0')}`;
const account = (scene: Scene) => ({
  firstName: 'New',
  lastName: 'Person',
  email: `new${scene.unique()}@mail.example`,
  phoneNumber: newPhone(scene),
  password: testPassword,
});
const product = (scene: Scene) => ({
  supplierId: scene.supplierId,
  categoryId: scene.categoryId,
  productName: 'New',
  productDescription: 'New',
  productPrice: 1,
  stocklevel: 1,
});

/** A rule for an order of the caller's own, and one for an order that somebody else placed. */
const orderRules = (
  othersAllow: readonly Who[],
  call: (orderId: number, scene: Scene) => Call,
  order: Parameters<Scene['newOrder']>[1] = {},
  more: Pick<Rule, 'answers'> = {},
): Rule[] => [
  {
    on: 'an own order',
    allows: signedIn,
    call: async (scene, caller) =>
      // Nobody has no orders; any order will do to be refused.
      call(await scene.newOrder(caller.userId || scene.somebodyId, order), scene),
    ...more,
  },
  {
    on: 'an order of somebody else',
    allows: othersAllow,
    call: async (scene) => call(await scene.newOrder(scene.somebodyId, order), scene),
    ...more,
  },
];

const attemptRules: Rule[] = [
  {
    on: 'an own attempt',
    allows: signedIn,
    call: async (scene, caller) => ({ id: await scene.newAttempt(caller.userId || scene.somebodyId) }),
  },
  {
    on: 'an attempt of somebody else',
    allows: company,
    call: async (scene) => ({ id: await scene.newAttempt(scene.somebodyId) }),
  },
];

export const permissionRules: Readonly<Record<string, readonly Rule[]>> = {
  'app.getAppInfo': [{ allows: everybody }],

  'identity.login': [
    {
      allows: everybody,
      answers: [401],
      call: () => ({ body: { email: 'not.there@mail.example', password: testPassword } }),
    },
  ],
  'identity.logout': [{ allows: signedIn, fresh: true }],
  'identity.register': [{ allows: everybody, call: (scene) => ({ body: account(scene) }) }],
  // This server has no SMS gateway, and says so to everybody alike.
  'identity.forgotPassword': [
    { allows: everybody, answers: [502], call: () => ({ body: { msisdn: '0799999999' } }) },
  ],
  'identity.resetPassword': [
    {
      allows: everybody,
      answers: [422],
      call: () => ({ body: { phoneNumber: '0799999999', otp: '123456', password: testPassword } }),
    },
  ],

  'profile.getProfile': [{ allows: signedIn }],
  'profile.updateProfile': [{ allows: signedIn, call: () => ({ body: { firstName: 'Renamed' } }) }],
  'profile.changePassword': [
    {
      allows: signedIn,
      fresh: true,
      call: () => ({ body: { currentPassword: testPassword, password: 'another long password' } }),
    },
  ],
  'profile.listSessions': [{ allows: signedIn }],
  'profile.endSession': [
    { on: 'a session that is not own', allows: signedIn, answers: [404], call: () => ({ id: nothing }) },
  ],
  'profile.endOtherSessions': [{ allows: signedIn, fresh: true }],

  'messaging.receiveAfricasTalkingReport': [
    { on: 'a wrong secret', allows: everybody, answers: [404], call: () => ({ id: 'guessed', body: {} }) },
  ],
  'messaging.receiveTwilioReport': [
    { on: 'no signature', allows: everybody, answers: [403], call: () => ({ body: {} }) },
  ],

  'audit.listAudit': [{ allows: admin }],
  'dashboard.getStatistics': [{ allows: admin }],
  'events.streamEvents': [{ allows: signedIn }],

  'users.listUsers': [{ allows: admin }],
  'users.getUser': [
    {
      on: 'oneself',
      allows: signedIn,
      call: (scene, caller) => ({ id: caller.userId || scene.somebodyId }),
    },
    { on: 'somebody else', allows: admin, call: (scene) => ({ id: scene.somebodyId }) },
  ],
  'users.updateUser': [
    {
      on: 'oneself',
      allows: admin,
      call: (scene, caller) => ({ id: caller.userId || scene.somebodyId, body: { firstName: 'Renamed' } }),
    },
    {
      on: 'somebody else',
      allows: admin,
      call: async (scene) => ({ id: await scene.newUser(), body: { role: 'admin' } }),
    },
  ],
  'users.deleteUser': [{ allows: admin, call: async (scene) => ({ id: await scene.newUser() }) }],

  'suppliers.listSuppliers': [{ allows: suppliers, hiddenFrom: ['stranger'] }],
  'suppliers.createSupplier': [
    {
      allows: suppliers,
      call: (scene) => ({
        body: {
          supplierName: `New ${scene.unique()}`,
          contactPerson: 'New',
          contactNumber: '0722000001',
          email: 'new@mail.example',
          address: 'New',
        },
      }),
      // A company that is added becomes the caller's: one more than the scene says.
      fresh: true,
    },
  ],
  'suppliers.getSupplier': [{ allows: company, call: (scene) => ({ id: scene.supplierId }) }],
  'suppliers.updateSupplier': [
    { allows: company, call: (scene) => ({ id: scene.supplierId, body: { address: 'Siri Street' } }) },
  ],

  'products.listProducts': [{ allows: signedIn }],
  'products.listSupplierProducts': [{ allows: signedIn, call: (scene) => ({ id: scene.supplierId }) }],
  'products.getProduct': [{ allows: signedIn, call: (scene) => ({ id: scene.productId }) }],
  'products.createProduct': [{ allows: company, call: (scene) => ({ body: product(scene) }) }],
  'products.updateProduct': [
    { allows: company, call: (scene) => ({ id: scene.productId, body: { productDescription: 'Siri' } }) },
  ],
  'products.moveStock': [
    {
      allows: company,
      call: (scene) => ({ id: scene.productId, body: { reason: 'received', quantity: 1, note: 'New' } }),
    },
  ],
  'products.listStockMovements': [{ allows: company, call: (scene) => ({ id: scene.productId }) }],

  'categories.listCategories': [{ allows: signedIn }],
  'categories.createCategory': [
    { allows: admin, call: (scene) => ({ body: { categoryName: `New ${scene.unique()}` } }) },
  ],
  'categories.renameCategory': [
    {
      allows: admin,
      call: (scene) => ({ id: scene.categoryId, body: { categoryName: `New ${scene.unique()}` } }),
    },
  ],
  'categories.deleteCategory': [
    { allows: admin, call: async (scene) => ({ id: await scene.newCategory() }) },
  ],

  'orders.listOrders': [{ allows: suppliers, hiddenFrom: ['stranger'] }],
  'orders.exportOrders': [{ allows: suppliers, hiddenFrom: ['stranger'] }],
  'orders.listOwnOrders': [
    {
      on: 'oneself',
      allows: signedIn,
      call: (scene, caller) => ({ id: caller.userId || scene.somebodyId }),
    },
    { on: 'somebody else', allows: admin, call: (scene) => ({ id: scene.somebodyId }) },
  ],
  'orders.getOrder': orderRules(company, (id) => ({ id })),
  'orders.placeOrder': [
    {
      on: 'for oneself',
      allows: signedIn,
      call: (scene, caller) => ({
        body: {
          userId: caller.userId || scene.somebodyId,
          productId: scene.productId,
          quantity: 1,
          amount: 100,
        },
      }),
    },
    {
      on: 'for somebody else',
      allows: admin,
      call: (scene) => ({
        body: { userId: scene.somebodyId, productId: scene.productId, quantity: 1, amount: 100 },
      }),
    },
  ],
  'orders.deliverOrder': [
    { allows: company, call: async (scene) => ({ id: await scene.newOrder(scene.somebodyId), body: {} }) },
  ],
  'orders.cancelOrder': orderRules(admin, (id) => ({ id, body: {} })),
  'orders.returnOrder': [
    {
      allows: admin,
      call: async (scene) => ({
        id: await scene.newOrder(scene.somebodyId, { status: 'delivered' }),
        body: {},
      }),
    },
  ],
  'orders.payOnDelivery': orderRules(admin, (id) => ({ id, body: {} }), { method: 'Paystack' }),

  'payments.listPayments': [{ allows: suppliers, hiddenFrom: ['stranger'] }],
  // No provider answers here: being let through to it is what is tried.
  'payments.requestPrompt': orderRules(
    admin,
    (orderId, scene) => ({ body: { orderId, phone: newPhone(scene), amount: 100 } }),
    { method: 'Mpesa' },
    { answers: [202, 502, 503] },
  ),
  'payments.openCheckout': orderRules(
    admin,
    (orderId) => ({ body: { orderId } }),
    { method: 'Paystack' },
    { answers: [202, 502, 503] },
  ),
  'payments.getPaymentAttempt': attemptRules,
  'payments.checkPaymentAttempt': attemptRules,
  'payments.refundPayment': [
    {
      allows: admin,
      call: async (scene) => ({ id: await scene.newPayment('settled'), body: { reason: 'New' } }),
    },
  ],
  'payments.settlePayment': [
    {
      allows: admin,
      call: async (scene) => ({ id: await scene.newPayment('held'), body: { reason: 'New' } }),
    },
  ],
  'payments.resolveRefund': [
    {
      allows: admin,
      call: async (scene) => ({
        id: await scene.newRefund(),
        body: { outcome: 'refunded', reason: 'New' },
      }),
    },
  ],

  'providerCallbacks.receivePromptResult': [
    {
      on: 'a wrong secret',
      allows: everybody,
      answers: [404],
      call: () => ({ id: '0'.repeat(40), body: {} }),
    },
  ],
  'providerCallbacks.receiveReversalResult': [
    {
      on: 'a wrong secret',
      allows: everybody,
      answers: [404],
      call: () => ({ id: '0'.repeat(40), body: {} }),
    },
  ],
  // Tells us nothing we act on, so it is thanked whatever it says.
  'providerCallbacks.receiveReversalTimeout': [
    { allows: everybody, call: () => ({ id: '0'.repeat(40), body: {} }) },
  ],
  'providerCallbacks.receivePaystackEvent': [
    { on: 'no signature', allows: everybody, answers: [403], call: () => ({ body: {} }) },
  ],
};
