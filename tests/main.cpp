// The one translation unit that holds the test framework.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
