import type { EndpointName } from 'commerce-platform-client/contract/endpoints';
import type { Language } from '@/sandbox/admin/text';

type Texts = {
  docs: string;
  title: string;
  revision: string;
  below: string;
  calls: string;
  failures: string;
  contents: string;
  needsScope: string;
  needsNoScope: string;
  body: string;
  parameters: string;
  required: string;
  places: Record<string, string>;
  success: string;
  done: string;
  failure: string;
  schemas: string;
  endpoints: Record<EndpointName, string>;
};

const english: Texts = {
  docs: 'API docs',
  title: 'Commerce Platform API for installed apps',
  revision: 'Revision',
  below: ', below',
  calls: 'Every call carries',
  failures: 'Failures answer in one envelope with a code and a request id.',
  contents: 'Operations',
  needsScope: 'Needs the scope',
  needsNoScope: 'Needs no scope.',
  body: 'Body',
  parameters: 'Parameters',
  required: 'required',
  places: { path: 'path', query: 'query', header: 'header' },
  success: 'Success',
  done: 'Done, without a body',
  failure: 'Failure: an error envelope',
  schemas: 'Schemas',
  endpoints: {
    getInstallation: 'Read the installation',
    getStore: 'Read the store',
    listOrders: 'List orders',
    getOrder: 'Read an order',
    createOrder: 'Create an order',
    patchOrder: 'Change note, tags and attributes of an order',
    setOrderStatus: 'Set the status of an order',
    createFulfillment: 'Fulfill lines of an order',
    patchFulfillment: 'Change a fulfillment',
    createRefund: 'Refund an order',
    listProducts: 'List and search products',
    listVariants: 'Read variants by id',
    getProduct: 'Read a product',
    listDiscounts: 'List discounts',
    listMovements: 'List stock movements',
    createMovement: 'Append a stock movement',
    getWebhook: 'Read the webhook subscription',
    putWebhook: 'Subscribe to webhooks',
    deleteWebhook: 'End the webhook subscription',
    testWebhook: 'Send a test delivery',
  },
};

const arabic: Texts = {
  docs: 'توثيق الواجهة',
  title: 'واجهة منصة التجارة للتطبيقات المثبّتة',
  revision: 'المراجعة',
  below: '، تحت',
  calls: 'كل نداء يحمل',
  failures: 'كل إخفاق يُجاب في غلاف واحد فيه رمز ومعرّف الطلب.',
  contents: 'العمليات',
  needsScope: 'يلزمها الإذن',
  needsNoScope: 'لا يلزمها إذن.',
  body: 'المحتوى',
  parameters: 'المعاملات',
  required: 'إلزامي',
  places: { path: 'في المسار', query: 'في الاستعلام', header: 'ترويسة' },
  success: 'نجاح',
  done: 'تمّ، بلا محتوى',
  failure: 'إخفاق: غلاف خطأ',
  schemas: 'المخططات',
  endpoints: {
    getInstallation: 'قراءة التثبيت',
    getStore: 'قراءة المتجر',
    listOrders: 'قائمة الطلبات',
    getOrder: 'قراءة طلب',
    createOrder: 'إنشاء طلب',
    patchOrder: 'تعديل ملاحظة الطلب ووسومه وسماته',
    setOrderStatus: 'تغيير حالة الطلب',
    createFulfillment: 'شحن بنود من الطلب',
    patchFulfillment: 'تعديل شحنة',
    createRefund: 'ردّ مبلغ من الطلب',
    listProducts: 'قائمة المنتجات والبحث فيها',
    listVariants: 'قراءة متغيّرات بمعرّفاتها',
    getProduct: 'قراءة منتج',
    listDiscounts: 'قائمة الخصومات',
    listMovements: 'قائمة حركات المخزون',
    createMovement: 'إضافة حركة مخزون',
    getWebhook: 'قراءة اشتراك الإشعارات',
    putWebhook: 'الاشتراك في الإشعارات',
    deleteWebhook: 'إنهاء اشتراك الإشعارات',
    testWebhook: 'إرسال إشعار تجريبي',
  },
};

/** The texts of the API documentation page, by language. Names of endpoints, fields and schemas are not translated. */
export const docsTexts: Record<Language, Texts> = { ar: arabic, en: english };
