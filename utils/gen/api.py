#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes headers, entry points and tables of an API from the records of spec/driver or spec/runtime.

usage: api.py RECORDS.json OUTPUT-FOLDER [RECORDS-OF-THE-DRIVER.json]
"""
import os
import sys

import apiedges
import apiheader
import apipasson
import apireference
import apiroutes
import apirules
import apistatederrors
import apisupport
import apithunks
from apimodel import Api, writeIfChanged


def main():
    api = Api(sys.argv[1])
    folder = sys.argv[2]
    if len(sys.argv) > 3:
        api.beside = Api(sys.argv[3])

    def write(name, text):
        writeIfChanged(os.path.join(folder, name), text)

    for header in api.headers:
        if header.isa("TypesHeader"):
            text = apiheader.typesHeader(api, header)
        elif api.isDriver:
            text = apiheader.driverFunctions(api, header)
        else:
            text = apiheader.runtimeFunctions(api, header)
        write(f"include/anywarp/api/{header.name}.h", text)
    room = "driver" if api.isDriver else "runtime"
    write(f"{room}/Declarations.inc", apithunks.declarations(api))
    write(f"{room}/Thunks.inc", apithunks.thunks(api))
    write(f"{room}/Symbols.inc", apithunks.symbolList(api))
    write(f"{room}/Errors.inc", apithunks.errors(api))
    write(f"{room}/LayoutChecks.inc", apithunks.layoutChecks(api))
    for unit, text in apiedges.bodies(api).items():
        write(f"{room}/bodies/{unit}.inc", text)
    write(f"doc/{room}-api.md", apisupport.page(api))
    write(f"doc/{room}-reference.md", apireference.page(api))
    if api.isDriver:
        write("include/anywarp/api/cuda_typedefs.h", apiheader.typedefs(api))
        write("driver/EntryPoints.inc", apithunks.entryPoints(api))
        write("driver/Edges.inc", apiedges.edges(api))
        for unit, text in apirules.units(api).items():
            write(f"driver/rules/{unit}.inc", text)
        write("conformance/StatedErrors.inc", apistatederrors.statedErrors(api))
        write("routes/Double.inc", apiroutes.double(api))
        write("routes/Routes.inc", apiroutes.routes(api))
        write("driver/Routing.inc", apithunks.routing(api))
        write("driver/Across.inc", apithunks.across(api))
        write("runtime/DriverCalls.inc", apithunks.dispatch(api))
        # For our own libraries, see lib/driver/Native.h.
        # For our own libraries (lib/driver/Native.h), and for debuggers, also where symbol tables are stripped.
        ours = ["anywarp_loadNative", "anywarp_observed1", "anywarp_sanitizerCall", "anywarp_openToHost",
                "anywarp_settleStream", "anywarp_launchJointly", "anywarp_hasContext"]
        debuggers = ["anywarp_debug_fault", "anywarp_debug_launch", "anywarp_debug_state"]
        debuggers += ["__jit_debug_descriptor", "__jit_debug_register_code"]
        write("driver/libcuda.map", apithunks.versionScript(api, others=ours + debuggers))
    else:
        write("runtime/PassedOn.inc", apipasson.passedOn(api))
        write("runtime/Same.inc", apipasson.sames(api, api.beside))
        write("runtime/libcudart.map", apithunks.versionScript(api, "libcudart.so.13"))


if __name__ == "__main__":
    main()
