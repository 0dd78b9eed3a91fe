// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The subscriber and what it hears.
#include "cupti/Tracer.h"

namespace anywarp::cupti {

namespace {

/// Those with callbacks.
constexpr CUpti_CallbackDomain kDomains[] = {CUPTI_CB_DOMAIN_DRIVER_API,
                                             CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_CB_DOMAIN_RESOURCE,
                                             CUPTI_CB_DOMAIN_SYNCHRONIZE};

bool hasDomain(CUpti_CallbackDomain domain) {
  for (CUpti_CallbackDomain known : kDomains)
    if (known == domain)
      return true;
  return false;
}

uint32_t countOf(CUpti_CallbackDomain domain) {
  switch (domain) {
  case CUPTI_CB_DOMAIN_DRIVER_API:
    return callCount(true);
  case CUPTI_CB_DOMAIN_RUNTIME_API:
    return callCount(false);
  case CUPTI_CB_DOMAIN_RESOURCE:
    return CUPTI_CBID_RESOURCE_SIZE;
  case CUPTI_CB_DOMAIN_SYNCHRONIZE:
    return CUPTI_CBID_SYNCHRONIZE_SIZE;
  default:
    return 0;
  }
}

Subscriber *toSubscriber(CUpti_SubscriberHandle handle) {
  return reinterpret_cast<Subscriber *>(handle);
}

} // namespace

bool isLive(CUpti_SubscriberHandle subscriber) {
  return subscriber && toSubscriber(subscriber) == Tracer::get().subscriber.load();
}

static CUpti_CallbackDomain supportedDomains[std::size(kDomains)];

CUptiResult cuptiSupportedDomains(size_t *domainCount, CUpti_DomainTable *domainTable) {
  std::copy(std::begin(kDomains), std::end(kDomains), supportedDomains);
  *domainCount = std::size(kDomains);
  *domainTable = supportedDomains;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiSubscribe(CUpti_SubscriberHandle *subscriber, CUpti_CallbackFunc callback,
                           void *userdata) {
  // Never freed: a callback may be under way when the tool unsubscribes.
  auto *made = new Subscriber{callback, userdata};
  Subscriber *nobody = nullptr;
  if (!Tracer::get().subscriber.compare_exchange_strong(nobody, made)) {
    delete made;
    return CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
  }
  *subscriber = reinterpret_cast<CUpti_SubscriberHandle>(made);
  return Tracer::get().update();
}

CUptiResult cuptiSubscribe_v2(CUpti_SubscriberHandle *subscriber, CUpti_CallbackFunc callback,
                              void *userdata, CUpti_SubscriberParams *) {
  return cupti::cuptiSubscribe(subscriber, callback, userdata);
}

CUptiResult cuptiUnsubscribe(CUpti_SubscriberHandle) {
  Tracer::get().subscriber = nullptr;
  return Tracer::get().update();
}

CUptiResult cuptiGetCallbackState(uint32_t *enable, CUpti_SubscriberHandle subscriber,
                                  CUpti_CallbackDomain domain, CUpti_CallbackId cbid) {
  if (!hasDomain(domain) || cbid >= countOf(domain))
    return CUPTI_ERROR_INVALID_PARAMETER;
  *enable = toSubscriber(subscriber)->enabled[domain][cbid];
  return CUPTI_SUCCESS;
}

CUptiResult cuptiEnableCallback(uint32_t enable, CUpti_SubscriberHandle subscriber,
                                CUpti_CallbackDomain domain, CUpti_CallbackId cbid) {
  if (!hasDomain(domain) || cbid >= countOf(domain))
    return CUPTI_ERROR_INVALID_PARAMETER;
  toSubscriber(subscriber)->enabled[domain][cbid] = enable != 0;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiEnableDomain(uint32_t enable, CUpti_SubscriberHandle subscriber,
                              CUpti_CallbackDomain domain) {
  if (domain == CUPTI_CB_DOMAIN_NVTX || domain == CUPTI_CB_DOMAIN_STATE)
    return enable ? CUPTI_ERROR_NOT_SUPPORTED : CUPTI_SUCCESS;
  if (!hasDomain(domain))
    return CUPTI_ERROR_INVALID_PARAMETER;
  for (uint32_t i = 0; i < countOf(domain); ++i)
    toSubscriber(subscriber)->enabled[domain][i] = enable != 0;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiEnableAllDomains(uint32_t enable, CUpti_SubscriberHandle subscriber) {
  for (CUpti_CallbackDomain domain : kDomains)
    cupti::cuptiEnableDomain(enable, subscriber, domain);
  return CUPTI_SUCCESS;
}

CUptiResult cuptiGetCallbackName(CUpti_CallbackDomain domain, uint32_t cbid, const char **name) {
  // Null for the others (seen).
  *name = nullptr;
  if (domain == CUPTI_CB_DOMAIN_DRIVER_API || domain == CUPTI_CB_DOMAIN_RUNTIME_API)
    *name = callName(cbid, domain == CUPTI_CB_DOMAIN_DRIVER_API);
  return *name ? CUPTI_SUCCESS : CUPTI_ERROR_INVALID_PARAMETER;
}

} // namespace anywarp::cupti
